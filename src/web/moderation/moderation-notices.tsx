import { useRef } from 'react';
import {
  confirmModerationNotice,
  formatMuteEnd,
  type ModerationNotice,
} from '#contract/moderation-notices.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { CONTENT_NAMES } from './describe-content.ts';

/** Shows moderators' decisions on every page, one at a time, until the fan confirms them. */
export function ModerationNotices() {
  const region = useRef<HTMLDivElement>(null);
  const [notice] = useUser().moderationNotices;
  const confirm = useMutation(
    mutationFor(confirmModerationNotice, { errorToast: 'Failed to confirm the notice' }),
  );
  const confirmNotice = ({ id }: ModerationNotice) =>
    confirm.mutate({ params: { id } }, { onSuccess: () => focusIfLost(region.current) });
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {notice && (
        <section
          aria-label="From a moderator"
          className="mb-6 grid max-w-4xl gap-3 rounded-panel border border-edge bg-stage px-4.5 py-4"
        >
          <p className="font-semibold">{describeNotice(notice)}</p>
          {notice.kind !== 'unmute' && (
            <blockquote className="wrap-anywhere line-clamp-4 border-edge border-l-3 pl-3.5 text-dim [unicode-bidi:plaintext]">
              {notice.excerpt}
            </blockquote>
          )}
          <Button
            className="justify-self-start"
            pending={confirm.isPending}
            pendingText="Confirming..."
            onClick={() => confirmNotice(notice)}
          >
            OK
          </Button>
        </section>
      )}
    </div>
  );
}

function describeNotice({ kind, about, isHidden, mutedUntil }: ModerationNotice): string {
  const content = CONTENT_NAMES[about];
  const hiddenNote = isHidden && kind !== 'hide' ? ' It is hidden from other fans.' : '';
  if (kind === 'unmute')
    return `A moderator ended your mute.${isHidden ? ` Your ${content} is hidden from other fans.` : ''}`;
  if (kind === 'hide') return `A moderator hid your ${content} from other fans.`;
  if (kind === 'warn' || !mutedUntil)
    return `A moderator warned you about your ${content}.${hiddenNote}`;
  return `A moderator muted you until ${formatMuteEnd(new Date(mutedUntil))} UTC for your ${content}.${hiddenNote}`;
}
