import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { listSessions } from '#contract/user-sessions.ts';
import { BlockedFansButton } from '#web/blocks/blocked-fans-button.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { ThemeSwitch } from '#web/theme/theme-switch.tsx';
import { Button } from '#web/ui/button.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AccountDataPanel } from './account-data-panel.tsx';
import { ApiTokensPanel } from './api-tokens/api-tokens-panel.tsx';
import { CalendarPanel } from './calendar-panel.tsx';
import { ConfirmSignIn } from './confirm-sign-in.tsx';
import { EmailNote } from './email-note.tsx';
import { NotificationsPanel } from './notifications-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { PrivacyPanel } from './privacy-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SessionRow } from './session-row.tsx';

export default function SettingsPage() {
  return (
    <div className="grid gap-8">
      <PageHeader title="Account Settings" />
      <EmailNote />
      <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2 lg:gap-8">
        <div className="grid gap-4 lg:gap-8">
          <ProfilePanel />
          <PrivacyPanel />
          <FoldingPanel id="blocked" title="Blocked fans">
            <div className="grid justify-items-start gap-4 px-4.5 pb-5">
              <p className="text-dim">
                You and a fan you block don't see each other's posts, nudges and invitations.
              </p>
              <BlockedFansButton />
            </div>
          </FoldingPanel>
          <Panel title="Theme" aside={<ThemeSwitch />}>
            <p className="px-4.5 pb-5 text-dim">Saved on this device.</p>
          </Panel>
        </div>
        <div className="grid gap-4 lg:gap-8">
          <NotificationsPanel />
          <CalendarPanel />
          <PasswordPanel />
          <PasskeysPanel />
          <SessionPanel />
          <ApiTokensPanel />
          <AccountDataPanel />
        </div>
      </div>
      <ConfirmSignIn />
    </div>
  );
}

function SessionPanel() {
  const sessions = useQuery({ ...queryFor(listSessions), refetchOnMount: 'always' });
  const list = useRef<HTMLUListElement>(null);
  return (
    <FoldingPanel id="sessions" title="Active sessions">
      <div className="px-4.5 pb-4">
        <Loaded
          query={sessions}
          label="Loading your sessions"
          errorMessage="Your sessions could not be loaded."
        >
          {(rows) => (
            <ul ref={list} tabIndex={-1} aria-label="Your sessions" className="outline-none">
              {rows
                .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
                .map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    onEnded={() => list.current?.focus()}
                  />
                ))}
            </ul>
          )}
        </Loaded>
      </div>
    </FoldingPanel>
  );
}

function PasswordPanel() {
  return (
    <FoldingPanel id="password" title="Change password">
      <PasswordForm
        className="px-4.5 pb-5"
        intro={
          <p className="text-dim">Changing your password signs you out on all other devices.</p>
        }
        currentLabel="Current password"
        confirmLabel="Confirm new password"
        button={({ isFilled, isSubmitting }) => (
          <Button
            type="submit"
            variant="lamp"
            className="justify-self-start"
            disabled={!isFilled}
            pending={isSubmitting}
            pendingText="Updating..."
          >
            Update password
          </Button>
        )}
      />
    </FoldingPanel>
  );
}
