import { users } from '#server/db/schema/accounts.ts';
import type { TestApp } from './test-app.ts';

export async function ageAccounts({ database, clock }: TestApp): Promise<void> {
  const createdAt = new Date(clock.now - 48 * 60 * 60 * 1000);
  await database.db.update(users).set({ createdAt });
}
