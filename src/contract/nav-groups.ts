/** The sidebar's groups in order. The last two are for roles. */
export const NAV_GROUPS = [
  'Main',
  'Competition',
  'Community',
  'Account',
  'Information',
  'Scribe',
  'Admin',
] as const;
