import { useQuery } from '@tanstack/react-query';
import { getSetupFacts } from '#contract/setup.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { ImportUsersPanel } from './import-users-panel.tsx';
import { InitializePanel } from './initialize-panel.tsx';

/** Fills the product with what the band brings along. */
export function SetupAdminTab() {
  const facts = useQuery(queryFor(getSetupFacts));
  return (
    <Loaded query={facts} label="Loading the setup" failed="The setup could not be loaded.">
      {({ songs, shows, users, temporaryPassword }) => (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <InitializePanel songs={songs} shows={shows} />
          <ImportUsersPanel users={users} temporaryPassword={temporaryPassword} />
        </div>
      )}
    </Loaded>
  );
}
