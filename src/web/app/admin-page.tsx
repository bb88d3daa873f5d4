import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { getBackupReport, listBackups } from '#contract/backups.ts';
import { getLatestImport } from '#contract/imports.ts';
import { FIRST_START, paths } from '#contract/pages.ts';
import { getRelease } from '#contract/releases.ts';
import { getSetupFacts } from '#contract/setup.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { listWebhooks } from '#contract/webhooks.ts';
import { ConfirmSignIn } from '#web/accounts/confirm-sign-in.tsx';
import { UsersAdminTab } from '#web/accounts/users-admin-tab.tsx';
import { AuditPanel } from '#web/audit/audit-panel.tsx';
import { BackupsPanel } from '#web/backups/backups-panel.tsx';
import { bandQuery } from '#web/band/use-band.ts';
import { EmbedPanel } from '#web/embed/embed-panel.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { ImportForm } from '#web/imports/import-form.tsx';
import { ProposalsPanel } from '#web/imports/proposals-panel.tsx';
import { ScoringAdminTab } from '#web/leaderboards/scoring-admin-tab.tsx';
import { ReportsAdminTab } from '#web/moderation/reports-admin-tab.tsx';
import { VersionPanel } from '#web/releases/version-panel.tsx';
import { ScribesDialog, type ScribesSubject } from '#web/scribes/scribes-dialog.tsx';
import { useUser } from '#web/session/use-user.ts';
import { SetlistAdminTab } from '#web/setlists/setlist-admin-tab.tsx';
import { SetupAdminTab } from '#web/setup/setup-admin-tab.tsx';
import { ShowPicker, ShowStatusSelect } from '#web/shows/show-selects.tsx';
import { ShowsAdminTab } from '#web/shows/shows-admin-tab.tsx';
import { SongsAdminTab } from '#web/songs/songs-admin-tab.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { SkeletonRegion, SkeletonRows } from '#web/ui/loading/skeleton.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { WebhooksPanel } from '#web/webhooks/webhooks-panel.tsx';
import { findCurrentShow } from './find-current-show.ts';
import { FirstStart } from './first-start.tsx';
import { ModerationPanel } from './moderation-panel.tsx';

export default function AdminPage() {
  const [search] = useSearchParams();
  const { isAdmin, isModerator } = useUser();
  if (!isAdmin && isModerator)
    return (
      <div className="grid gap-6">
        <PageHeader title="Reports" />
        <ModerationPanel />
        <ConfirmSignIn />
      </div>
    );
  if (!isAdmin)
    return (
      <EmptyState
        as="h1"
        title="Access Denied"
        text="You do not have permission to access the admin panel."
        action={
          <Button asChild>
            <Link href={paths.dashboard()}>Back to the dashboard</Link>
          </Button>
        }
      />
    );
  if (search.get('tab') === FIRST_START) return <FirstStart />;
  return (
    <div className="grid gap-6">
      <PageHeader title="Admin Panel" />
      <Panels />
      <ConfirmSignIn />
    </div>
  );
}

function Panels() {
  const shows = useQuery(queryFor(listShows));
  const band = useQuery(bandQuery);
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const tab = TABS.find(({ value }) => value === search.get('tab'))?.value ?? 'setlist';
  const selectedId = search.get('show');
  const scribesDialog = useDialogItem<ScribesSubject>();

  function setSearchParam(name: 'tab' | 'show', value: string) {
    const next = new URLSearchParams(search);
    next.set(name, value);
    // A fragment names a section of the Setup tab.
    const fragment = name === 'tab' ? '' : location.hash;
    navigate(`?${next}${fragment}`, { replace: true });
  }

  const currentShowId = shows.data && findCurrentShow(shows.data, serverNow())?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setSearchParam` changes on every render
  useEffect(() => {
    if (currentShowId && !selectedId) setSearchParam('show', currentShowId);
  }, [currentShowId, selectedId]);

  const renderPicker = (allShows: readonly Show[], show: Show | undefined) => (
    <ShowPicker shows={allShows} value={show?.id} onChange={(id) => setSearchParam('show', id)} />
  );

  return (
    <Tabs
      value={tab}
      onValueChange={(value) => setSearchParam('tab', value)}
      className="grid gap-6"
    >
      <TabList label="Admin Panel">
        {TABS.map(({ value, label }) => (
          <Tab key={value} value={value}>
            {label}
          </Tab>
        ))}
      </TabList>
      <TabPanel value="setlist">
        <Loaded query={shows} label="Loading shows" errorMessage="The shows could not be loaded.">
          {(allShows) => {
            const show = allShows.find(({ id }) => id === selectedId);
            return (
              <SetlistAdminTab
                show={show}
                picker={renderPicker(allShows, show)}
                statusControl={show && <ShowStatusSelect key={show.id} show={show} />}
              />
            );
          }}
        </Loaded>
      </TabPanel>
      <TabPanel value="shows" className="grid gap-6">
        <ProposalsPanel />
        {scribesDialog.subject && (
          <ScribesDialog
            key={scribesDialog.key}
            subject={scribesDialog.subject}
            open={scribesDialog.open}
            onClose={scribesDialog.close}
          />
        )}
        <Loaded query={shows} label="Loading shows" errorMessage="The shows could not be loaded.">
          {(allShows) => (
            <Loaded
              query={band}
              label="Loading the band"
              errorMessage="The band could not be loaded."
            >
              {(loadedBand) => (
                <ShowsAdminTab
                  shows={allShows}
                  band={loadedBand}
                  setlistPath={({ id }) => paths.admin({ tab: 'setlist', show: id })}
                  onScribes={scribesDialog.show}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      </TabPanel>
      <TabPanel value="songs">
        <Loaded query={band} label="Loading the band" errorMessage="The band could not be loaded.">
          {({ timeZone }) => <SongsAdminTab timeZone={timeZone} />}
        </Loaded>
      </TabPanel>
      <TabPanel value="scoring">
        <Loaded query={shows} label="Loading shows" errorMessage="The shows could not be loaded.">
          {(allShows) => {
            const show = allShows.find(({ id }) => id === selectedId);
            return <ScoringAdminTab show={show} picker={renderPicker(allShows, show)} />;
          }}
        </Loaded>
      </TabPanel>
      <TabPanel value="users">
        <UsersAdminTab />
      </TabPanel>
      <TabPanel value="reports">
        <ReportsAdminTab />
      </TabPanel>
      <TabPanel value="setup" className="grid gap-6">
        <SetupSections />
      </TabPanel>
    </Tabs>
  );
}

/** Waits for every section, because a late one would push down those below it. */
function SetupSections() {
  const band = useQuery(bandQuery);
  const queries = [
    band,
    useQuery(queryFor(getSetupFacts)),
    useQuery(queryFor(getLatestImport)),
    useQuery(queryFor(listWebhooks)),
    useQuery(queryFor(listBackups)),
    useQuery(queryFor(getBackupReport)),
    useQuery(queryFor(getRelease)),
  ];
  if (queries.some(({ isLoading }) => isLoading))
    return (
      <SkeletonRegion label="Loading the setup">
        <SkeletonRows count={12} />
      </SkeletonRegion>
    );
  return (
    <>
      <SetupAdminTab />
      <Loaded query={band} label="Loading the band" errorMessage="The band could not be loaded.">
        {(loadedBand) => (
          <>
            <FoldingPanel id="import" title="Import past shows">
              <ImportForm band={loadedBand} />
            </FoldingPanel>
            <EmbedPanel band={loadedBand} />
          </>
        )}
      </Loaded>
      <WebhooksPanel />
      <BackupsPanel />
      <AuditPanel />
      <VersionPanel />
    </>
  );
}

const TABS = [
  { value: 'setlist', label: 'Live Setlist' },
  { value: 'shows', label: 'Shows' },
  { value: 'songs', label: 'Songs' },
  { value: 'scoring', label: 'Scoring' },
  { value: 'users', label: 'Users' },
  { value: 'reports', label: 'Reports' },
  { value: 'setup', label: 'Setup' },
] as const;
