/** The sidebar's groups in order. Only administrators see the last one. */
export const NAV_GROUPS = [
  'Main',
  'Competition',
  'Community',
  'Account',
  'Information',
  'Admin',
] as const;
