import { expect, test } from 'vitest';
import { auditQuery } from './audit.ts';

test.each(['1900-01-01T00:00:00.000Z', '2200-12-31T23:59:59.999Z'])(
  'accepts the range from and until %s',
  (at) => {
    expect(auditQuery.safeParse({ from: at, until: at }).error).toBeUndefined();
  },
);

test.each(['1899-12-31T23:59:59.999Z', '2201-01-01T00:00:00.000Z'])(
  'rejects %s, which PostgreSQL may not store',
  (at) => {
    const { error } = auditQuery.safeParse({ from: at, until: at });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'From must be between 1900 and 2200',
      'Until must be between 1900 and 2200',
    ]);
  },
);
