@echo off
rem Starts La Marque with the Python of this computer, and opens the browser.
chcp 65001 >nul
title La Marque
cd /d "%~dp0"
for %%P in ("py -3" "python" "python3") do (
    %%~P -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul && (
        %%~P app.py run --open %*
        goto end
    )
)
echo.
echo La Marque a besoin de Python 3.11 ou plus récent, et n'en trouve pas sur cet ordinateur.
echo   1. Installez-le : www.python.org/downloads (ou « Python » dans le Microsoft Store).
echo   2. Puis double-cliquez de nouveau sur « La Marque ».
echo.
echo La Marque needs Python 3.11 or newer, and finds none on this computer.
echo   1. Install it: www.python.org/downloads (or "Python" in the Microsoft Store).
echo   2. Then double-click "La Marque" again.
:end
echo.
pause
