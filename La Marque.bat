@echo off
rem Starts La Marque with the Python of this computer, and opens the browser.
title La Marque
cd /d "%~dp0"
if not exist app.py goto packed
set python=
call :look py -3
call :look python
call :look python3
if not defined python goto missing
call %python% app.py run --open %*
goto end

:look
rem A Python of this name, if it is new enough; "call" because it may be a batch file.
if defined python exit /b
call %* -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>nul
if not errorlevel 1 set python=%*
exit /b

:missing
echo.
echo Il faut Python 3.11 ou une version suivante, et cet ordinateur n'en a pas.
echo   1. Installez Python : www.python.org/downloads (ou le Microsoft Store).
echo   2. Puis double-cliquez encore sur La Marque.
echo.
echo La Marque needs Python 3.11 or newer, and finds none on this computer.
echo   1. Install it: www.python.org/downloads (or "Python" in the Microsoft Store).
echo   2. Then double-click "La Marque" again.
goto end

:packed
echo.
echo Sortez d'abord tout le dossier du fichier ZIP, puis double-cliquez encore.
echo.
echo First extract the whole folder from the ZIP file, then double-click again.

:end
echo.
pause
