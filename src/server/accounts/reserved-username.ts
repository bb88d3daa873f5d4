import { rectifyConfusion } from 'unicode-confusables';
import { HOUSE_NAMES } from '#contract/house-points.ts';
import { identityKey } from '#contract/text.ts';

/** Also returns true for lookalikes, whose table is too large for the browser. */
export function isReservedUsername(username: string, productName: string): boolean {
  const productSkeletons = computeSkeletonsOfAllCases(productName);
  return computeSkeletons(username).some(
    (skeleton) => RESERVED_SKELETONS.has(skeleton) || productSkeletons.includes(skeleton),
  );
}

const RESERVED_NAMES = [...['admin', 'administrator', 'moderator'], ...Object.values(HOUSE_NAMES)];

const RESERVED_SKELETONS = new Set(RESERVED_NAMES.flatMap(computeSkeletonsOfAllCases));

/** Each case has its own skeleton: I looks like a lowercase l, but i doesn't. */
function computeSkeletonsOfAllCases(name: string): string[] {
  return [name, name.toLowerCase(), name.toUpperCase()].flatMap(computeSkeletons);
}

function computeSkeletons(name: string): string[] {
  const text = name.trim();
  return [computeSkeleton(identityKey(text)), computeSkeleton(identityKey(computeSkeleton(text)))];
}

/** Implements section 4 of UTS 39, but ignores combining marks. */
function computeSkeleton(text: string): string {
  return stripMarks(rectifyConfusion(stripMarks(text)));
}

function stripMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
