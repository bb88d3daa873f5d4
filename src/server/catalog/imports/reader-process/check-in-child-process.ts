import type { CheckedPackTables, PackTablesRequest } from '../readers/pack-tables.ts';
import { connectReader } from './connect-reader.ts';

export async function checkInChildProcess(
  request: PackTablesRequest,
  signal: AbortSignal,
): Promise<CheckedPackTables> {
  const { send, close, ignoreSignal } = connectReader(signal);
  try {
    const response = await send({ check: request });
    if (!('checked' in response)) throw new Error('The reader did not check the tables');
    return response.checked;
  } finally {
    ignoreSignal();
    close();
  }
}
