export const NAV_GROUPS = [
  'Main',
  'Competition',
  'Community',
  'Account',
  'Information',
  'Scribe',
  'Admin',
] as const;
