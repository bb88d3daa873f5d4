import { spawn } from 'node:child_process';

/** Exits when its parent has exited, because a signal can kill the parent without cleanup. */
const BURN = `
  const parent = process.ppid;
  for (let end = 0; process.ppid === parent; end = Date.now() + 1_000) while (Date.now() < end);
`;

/** Keeps CPUs busy until the returned function is called or this process exits. */
export function startBurners(count: number): () => void {
  const burners = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', BURN], { stdio: 'ignore' }),
  );
  const stopAll = () => {
    for (const burner of burners) burner.kill('SIGKILL');
  };
  process.on('exit', stopAll);
  return stopAll;
}
