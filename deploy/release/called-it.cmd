@echo off
rem Starts Called It, or runs one of its commands: called-it help
setlocal
set "CALLED_IT_HOME=%~dp0."
where node >nul 2>nul
if errorlevel 1 (
  echo Called It needs Node 20.19 or newer: see https://nodejs.org. 1>&2
  exit /b 1
)
set /p version=<"%~dp0current"
node "%~dp0versions\%version%\scripts\run\called-it.mjs" %*
