/** The sidebar's groups in order. The last three are for roles. */
export const NAV_GROUPS = [
  'Main',
  'Competition',
  'Community',
  'Account',
  'Information',
  'Scribe',
  'Moderation',
  'Admin',
] as const;
