#!/bin/sh
# Starts La Marque with the Python of this computer, and opens the browser.
cd "$(dirname "$0")" || exit 1
for python in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" app.py run --open "$@"
    fi
done
cat <<'END'

La Marque a besoin de Python 3.11 ou plus récent, et n'en trouve pas sur cet ordinateur.
  1. Installez-le : www.python.org/downloads
  2. Puis double-cliquez de nouveau sur « La Marque ».

La Marque needs Python 3.11 or newer, and finds none on this computer.
  1. Install it: www.python.org/downloads
  2. Then double-click "La Marque" again.
END
exit 1
