import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const program = `
  import { endWithNpm } from '${new URL('./end-with-npm.mjs', import.meta.url)}';
  process.on('SIGTERM', () => { console.log('ended'); process.exit(0); });
  endWithNpm();
  setInterval(() => {}, 1_000);
  console.log('runs');`;

test.skipIf(process.platform === 'win32')(
  'exits with the shell that npm started it in',
  async () => {
    // The second command keeps the shell from replacing itself with the first.
    const shell = spawn(
      'sh',
      ['-c', '"$0" --input-type=module --eval "$1"; :', process.execPath, program],
      {
        env: { ...process.env, npm_lifecycle_event: 'start' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    shell.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (text.includes('runs')) shell.kill('SIGTERM');
    });
    // 'close' fires once the program has closed the pipe, too.
    await once(shell, 'close');
    expect(output).toBe('runs\nended\n');
  },
);
