import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import type { ReportedContent } from '#contract/moderation.ts';
import { paths } from '#contract/pages.ts';
import { REPORT_REASON_LABELS } from '#contract/reports.ts';
import { formatRelativeTime } from '#web/time/durations.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { CONTENT_TITLES, findPlace } from './describe-content.ts';

type ReportedItemProps = {
  item: ReportedContent;
  onDecided: () => void;
  onEndPosting: ((fan: ReportedContent['fan']) => void) | undefined;
};

export function ReportedItem({ item, onDecided, onEndPosting }: ReportedItemProps) {
  const { kind, text, earlierText, hidden, fan, thread, comments } = item;
  const titleId = useId();
  const place = findPlace(item);
  const fanPage = paths.fan({ username: fan.username });
  return (
    <li>
      <article
        aria-labelledby={titleId}
        className="grid gap-3.5 rounded-panel border border-rail bg-stage px-4.5 py-4"
      >
        <header className="grid gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 id={titleId} className="font-semibold text-lg">
              {CONTENT_TITLES[kind]} <bdi className="wrap-anywhere">{fan.username}</bdi>
            </h2>
            {hidden && <Badge>{HIDDEN_TEXT[hidden]}</Badge>}
          </div>
          <p className="wrap-anywhere text-dim text-sm">
            {[
              formatReports(item),
              formatReasons(item),
              formatRelativeTime(Date.parse(item.reportedAt), serverNow()),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </header>
        <Quote>{text || 'Empty now'}</Quote>
        {earlierText !== null && (
          <div className="grid gap-1.5">
            <p className="text-dim text-sm">Changed since it was reported. Original text:</p>
            <Quote>{earlierText}</Quote>
          </div>
        )}
        {comments.length > 0 && (
          <ul aria-label="Details from fans" className="grid list-disc gap-1 pl-5 text-sm">
            {comments.map((comment) => (
              <li key={comment} className="wrap-anywhere whitespace-pre-wrap">
                <bdi>{comment}</bdi>
              </li>
            ))}
          </ul>
        )}
        <p className="flex flex-wrap gap-x-4 text-sm">
          {place ? (
            <PlaceLink href={place}>
              {thread ? `Open “${thread.title}”` : 'Open the page'}
            </PlaceLink>
          ) : (
            <span className="text-dim">Invite-only league</span>
          )}
          {place !== fanPage && <PlaceLink href={fanPage}>{fan.username}</PlaceLink>}
          {onEndPosting && (
            <button
              type="button"
              className="rounded-md py-1 font-medium underline decoration-edge underline-offset-3 hover:decoration-current"
              onClick={() => onEndPosting(fan)}
            >
              Remove all posts
            </button>
          )}
        </p>
        <DecisionButtons item={item} onDecided={onDecided} />
      </article>
    </li>
  );
}

function Quote({ children }: { children: ReactNode }) {
  return (
    <blockquote className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap border-edge border-l-3 pl-3.5 [unicode-bidi:plaintext]">
      {children}
    </blockquote>
  );
}

function PlaceLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="wrap-anywhere rounded-md py-1 font-medium underline decoration-edge underline-offset-3 hover:decoration-current"
    >
      {children}
    </Link>
  );
}

function formatReports({ reportCount }: ReportedContent): string {
  return reportCount === 1 ? '1 report' : `${reportCount} reports`;
}

function formatReasons({ reasons }: ReportedContent): string {
  return reasons
    .map(({ reason, count }) =>
      count === 1 ? REPORT_REASON_LABELS[reason] : `${REPORT_REASON_LABELS[reason]} (${count})`,
    )
    .join(', ');
}
