#!/bin/sh
# What the tests of the web app need beside Python: a browser, and PostgreSQL's server programs.
# Installs what is missing where it may (root on Debian or Ubuntu); else says what to install.
set -eu

missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing="chromium"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
    || missing="$missing postgresql"
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing for the tests: $missing …"
    # shellcheck disable=SC2086
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 \
        || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null; }; then
        exit 0
    fi
fi
echo "The tests of the web app need programs that are missing here: $missing." >&2
echo "Install them, on Debian or Ubuntu by: sudo apt-get install $missing" >&2
exit 1
