#!/bin/sh
# Fetches Pyodide, CPython for browsers, from npm into the folder from which `kletka serve` sends it:
# boards then answer while the server is away. The tarball is checked by its SHA-256. Needs npm, and
# does nothing if the folder has this version already.
set -eu

version=314.0.7
checksum=66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0
folder="$(cd "$(dirname "$0")/.." && pwd)/src/kletka/web/pyodide"

[ "$(cat "$folder/version.txt" 2>/dev/null)" = "$version" ] && exit 0
echo "Fetching Pyodide $version …"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
packed="$(npm pack --silent "pyodide@$version")"
echo "$checksum  $packed" | sha256sum --quiet -c -
tar -xzf "$packed"
cd package
gzip -9n pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm pyodide-lock.json
rm -rf "$folder"
mkdir -p "$folder"
mv pyodide.mjs.gz pyodide.asm.mjs.gz pyodide.asm.wasm.gz pyodide-lock.json.gz python_stdlib.zip "$folder"
echo "Pyodide $version (Mozilla Public License 2.0) with CPython (PSF License)." >"$folder/NOTICE.txt"
echo "$version" >"$folder/version.txt" # last: the folder is complete
