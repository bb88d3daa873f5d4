/** Returns null for an ambiguous place. A state with two zones gets the more populous one. */
export function findPlaceTimeZone({
  state,
  country,
}: {
  state: string | null;
  country: string | null;
}): string | null {
  const code = findCountryCode(country);
  if (!code) return null;
  const states = STATES[code];
  if (states) return states[state?.toUpperCase() ?? ''] ?? null;
  const zones = listZones(code);
  return MAIN_ZONES[code] ?? (zones.length === 1 ? (zones[0] ?? null) : null);
}

const byState = (zones: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(zones).flatMap(([zone, states]) =>
      states.split(' ').map((state) => [state, zone]),
    ),
  );

const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: byState({
    'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
    'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
    'America/Denver': 'CO ID MT NM UT WY',
    'America/Phoenix': 'AZ',
    'America/Los_Angeles': 'CA NV OR WA',
    'America/Anchorage': 'AK',
    'Pacific/Honolulu': 'HI',
    'America/Puerto_Rico': 'PR',
  }),
  CA: byState({
    'America/St_Johns': 'NL',
    'America/Halifax': 'NB NS PE',
    'America/Toronto': 'ON QC',
    'America/Winnipeg': 'MB',
    'America/Regina': 'SK',
    'America/Edmonton': 'AB',
    'America/Vancouver': 'BC',
  }),
  AU: byState({
    'Australia/Sydney': 'ACT NSW',
    'Australia/Melbourne': 'VIC',
    'Australia/Brisbane': 'QLD',
    'Australia/Adelaide': 'SA',
    'Australia/Hobart': 'TAS',
    'Australia/Darwin': 'NT',
    'Australia/Perth': 'WA',
  }),
};

/** The zone of nearly all venues in other countries with several zones. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Buenos_Aires',
  BR: 'America/Sao_Paulo',
  CL: 'America/Santiago',
  DE: 'Europe/Berlin',
  ES: 'Europe/Madrid',
  MX: 'America/Mexico_City',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
};

/** Names that `Intl.DisplayNames` does not return. */
const ALIASES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'republic of ireland': 'IE',
  'hong kong': 'HK',
  turkey: 'TR',
};

let codes: ReadonlyMap<string, string> | undefined;

function findCountryCode(country: string | null): string | undefined {
  const name = country?.trim().toLowerCase();
  if (!name) return undefined;
  codes ??= buildCodes();
  return ALIASES[name] ?? codes.get(name);
}

function buildCodes(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    pairs.flatMap((code): [string, string][] => {
      const name = names.of(code);
      const isCountry = name !== undefined && listZones(code).length > 0;
      return isCountry
        ? [
            [name.toLowerCase(), code],
            [code.toLowerCase(), code],
          ]
        : [];
    }),
  );
}

/** Node 24 replaced `timeZones` with `getTimeZones()`. */
function listZones(code: string): readonly string[] {
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?: () => string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
