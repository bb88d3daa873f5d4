import { ThemeSwitch } from '#web/theme/theme-switch.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SessionPanel } from './session-panel.tsx';

export default function SettingsPage() {
  return (
    <div className="grid gap-8">
      <PageHeader title="Account Settings" />
      <div className="grid max-w-5xl items-start gap-8 lg:grid-cols-2">
        <div className="grid gap-8">
          <ProfilePanel />
          <Panel title="Theme">
            <div className="grid justify-items-start gap-4 px-4.5 pb-5">
              <p className="text-dim">Kept on this device.</p>
              <ThemeSwitch />
            </div>
          </Panel>
        </div>
        <div className="grid gap-8">
          <PasswordPanel />
          <SessionPanel />
        </div>
      </div>
    </div>
  );
}
