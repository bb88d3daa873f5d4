import { and, eq, isNull } from 'drizzle-orm';
import type { ChangeScope } from '../../changes/run-change.ts';
import { users } from '../../db/schema/accounts.ts';

export async function confirmEmail(
  { tx, changed }: ChangeScope,
  userId: string,
  now: Date,
): Promise<void> {
  const confirmedUsers = await tx
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id });
  for (const { id } of confirmedUsers)
    changed({ topic: 'credentials', subjectId: id, version: now.getTime() });
}
