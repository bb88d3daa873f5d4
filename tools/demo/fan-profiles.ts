const BIOS = [
  'Forty-one shows and still no Debt Collector of the Deep. I keep a list.',
  'Taper, left of the board. I count encores.',
  'First show at nineteen, in the rain, on a ferry. Never dried off.',
  'I call the closer before the lights go down. Ask my sister.',
  'Spreadsheets of every setlist since the first tour.\nYes, I know the gaps by heart.',
];

const LOCATIONS = ['Portland, ME', 'Duluth, MN', 'Burlington, VT', 'Ghent', 'Halifax, NS'];

/** Every third fan has a bio, and every other fan a location, as on a real site. */
export function findProfile(index: number) {
  return {
    bio: index % 3 === 0 ? BIOS[(index / 3) % BIOS.length] : null,
    location: index % 2 === 0 ? LOCATIONS[(index / 2) % LOCATIONS.length] : null,
  };
}
