/** The look's colours on the server: the hall, its lamp, and the one bright sheet. */
export const COLORS = {
  hall: '#131017',
  text: '#f5f0e8',
  dim: '#aaa1b3',
  lamp: '#ffb340',
  lampText: '#1d1406',
  sheet: '#f7f1e3',
  sheetTop: '#fffaf0',
  sheetLow: '#f0e8d6',
  ink: '#1b1813',
  inkDim: '#655c4d',
  rule: '#dccfb4',
  tape: '#cfc4a8',
  sealed: '#935000',
} as const;

export const STAMPS = {
  special: { ink: '#935000', fill: '#ffedcc' },
  exact: { ink: '#0b7346', fill: '#dcf3e6' },
  elsewhere: { ink: '#1d5fc4', fill: '#e0ebfd' },
  missed: { ink: '#6b6355', fill: '#f7f1e3' },
} as const;
