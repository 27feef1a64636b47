#!/bin/sh
# What the tests of the web app need beside Python: a browser, PostgreSQL's server programs, nginx,
# and axe-core, which looks for barriers on pages. Installs programs that are missing where it may (root on
# Debian or Ubuntu), else says what to install; axe-core comes from npm and is kept in the user's cache.
set -eu

axe_sums="$(cd "$(dirname "$0")/.." && pwd)/tests/web/browser/axe-core.sha256"
axe_file="$(cut -d' ' -f3 "$axe_sums")" # axe-core-VERSION.js
cache="${XDG_CACHE_HOME:-$HOME/.cache}/kletka-tests"

fetch_axe() {
    mkdir -p "$cache"
    cd "$cache"
    sha256sum --quiet --status -c "$axe_sums" 2>/dev/null && return
    echo "Fetching ${axe_file%.js} for the tests …"
    version="${axe_file#axe-core-}"
    packed="$(npm pack --silent "axe-core@${version%.js}")"
    tar -xzf "$packed" -O package/axe.min.js >"$axe_file"
    rm "$packed"
    sha256sum --quiet -c "$axe_sums"
}

missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing="chromium"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null \
    || missing="$missing postgresql"
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing="$missing nginx-light"
command -v npm >/dev/null || [ -f "$cache/$axe_file" ] || missing="$missing npm"
if [ -z "$missing" ]; then
    fetch_axe
    exit 0
fi

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing for the tests: $missing …"
    # shellcheck disable=SC2086
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 \
        || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null; }; then
        fetch_axe
        exit 0
    fi
fi
echo "The tests of the web app need programs that are missing here: $missing." >&2
echo "Install them, on Debian or Ubuntu by: sudo apt-get install $missing" >&2
exit 1
