import { type ImportKind, KIND_NAMES, kindOf } from '#contract/import-kinds.ts';
import { ImportStopped } from './import-stopped.ts';
import { NOTHING_IMPORTED } from './unpack.ts';

export function rejectWrongKind(text: string, chosen: ImportKind, where: string): void {
  const kind = kindOf(text);
  if (!kind || kind === chosen) return;
  const what = `This looks like a file of ${KIND_NAMES[kind]}: import it as that?`;
  throw new ImportStopped(where, what, NOTHING_IMPORTED);
}
