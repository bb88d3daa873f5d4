import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Exits when its parent has died: a signal may end the parent without notice. */
const BURN = `
  const parent = process.ppid;
  for (let end = 0; process.ppid === parent; end = Date.now() + 1_000) while (Date.now() < end);
`;

/** Keeps every processor busy until the returned function is called or this process ends. */
export function burnProcessors(): () => void {
  const burners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BURN], { stdio: 'ignore' }),
  );
  const stop = () => {
    for (const burner of burners) burner.kill('SIGKILL');
  };
  process.on('exit', stop);
  return stop;
}
