/** pip as it is run here: by our settings alone, whatever a pip.conf of the workspace says. */
export const PIP_VARIABLES = { PIP_CONFIG_FILE: '/dev/null', PYTHONDONTWRITEBYTECODE: '1' };

// Without wheels a package would have to be built, and building runs its code, even only to know what it needs.
export const PIP_SETTINGS = (index: string): string[] => [
  ...['--isolated', '--only-binary', ':all:', '--index-url', index, '--no-cache-dir', '--no-input', '--no-color'],
  ...['--disable-pip-version-check', '--progress-bar', 'off', '--no-warn-script-location'],
  ...(index.startsWith('http:') ? ['--trusted-host', new URL(index).hostname] : []),
];
