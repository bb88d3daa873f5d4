import type { Song } from '#contract/songs.ts';
import { matchingOptions } from '#web/ui/matching-options.ts';

/** The songs whose title holds the text, whatever its case, accents and kind of apostrophe. */
export function matchingSongs(songs: readonly Song[], text: string): readonly Song[] {
  const byId = new Map(songs.map((song) => [song.id, song]));
  const options = songs.map(({ id, title }) => ({ value: id, label: straight(title) }));
  return matchingOptions(options, straight(text)).flatMap(({ value }) => byId.get(value) ?? []);
}

/** Phones type curly apostrophes; titles mostly have straight ones. */
function straight(text: string): string {
  return text.replaceAll(/[\u2018\u2019]/g, "'");
}
