import { rectifyConfusion } from 'unicode-confusables';
import { HOUSE_NAMES } from '#contract/house-points.ts';
import { identityKey } from '#contract/text.ts';

/** Also true for lookalikes. On the server because their table is large. */
export function isReservedUsername(username: string, productName: string): boolean {
  const productSkeletons = skeletonsInAnyCase(productName);
  return skeletonsOf(username).some(
    (candidate) => RESERVED_SKELETONS.has(candidate) || productSkeletons.includes(candidate),
  );
}

const RESERVED_NAMES = [...['admin', 'administrator', 'moderator'], ...Object.values(HOUSE_NAMES)];

const RESERVED_SKELETONS = new Set(RESERVED_NAMES.flatMap(skeletonsInAnyCase));

/** A capital I looks like a small l, a small i doesn't: each case has its own skeleton. */
function skeletonsInAnyCase(name: string): string[] {
  return [name, name.toLowerCase(), name.toUpperCase()].flatMap(skeletonsOf);
}

function skeletonsOf(name: string): string[] {
  const text = name.trim();
  return [skeleton(identityKey(text)), skeleton(identityKey(skeleton(text)))];
}

/** UTS 39, section 4, ignoring combining marks. */
function skeleton(text: string): string {
  return withoutMarks(rectifyConfusion(withoutMarks(text)));
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
