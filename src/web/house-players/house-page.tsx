import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getHouseRecord,
  HOUSE_PLAYERS,
  HOUSE_RECORD_SHOWS,
  type RecordedNight,
} from '#contract/house-players.ts';
import {
  computeHouseStats,
  HOUSE_DESCRIPTIONS,
  HOUSE_NAMES,
  type HouseStats,
} from '#contract/house-points.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { HouseAvatar } from './house-avatar.tsx';
import { RecordTable } from './record-table.tsx';

export default function HousePage() {
  const record = useQuery(queryFor(getHouseRecord));
  return (
    <div className="grid max-w-4xl gap-8">
      <div className="grid gap-2">
        <BackLink href={paths.globalLeaderboard()} label="Global Leaderboard" />
        <PageHeader
          title="House Players"
          subtitle="Rivals for every show. They lock in with everyone else and never take a rank or medal."
        />
      </div>
      <Loaded
        query={record}
        label="Loading the house players’ record"
        errorMessage="The house players’ record could not be loaded."
      >
        {(nights) => <HouseRecord nights={nights} />}
      </Loaded>
    </div>
  );
}

function HouseRecord({ nights }: { nights: readonly RecordedNight[] }) {
  const [tour, setTour] = useState('');
  const tours = [...new Set(nights.flatMap(({ show }) => show.tourName ?? []))];
  // The selected tour's last show may have been deleted.
  const selectedTour = tours.includes(tour) ? tour : '';
  const visibleNights = nights.filter(
    ({ show }) => selectedTour === '' || show.tourName === selectedTour,
  );
  return (
    <>
      {tours.length > 0 && (
        <SelectField
          label="Tour"
          className="max-w-sm"
          value={selectedTour}
          onChange={({ currentTarget }) => setTour(currentTarget.value)}
          options={[
            { value: '', label: 'All shows' },
            ...tours.map((name) => ({ value: name, label: name })),
          ]}
        />
      )}
      <Players stats={computeHouseStats(visibleNights)} />
      {nights.length === 0 ? (
        <EmptyState
          as="h2"
          title="No show played yet"
          text="Their record starts with the first scored show."
        />
      ) : (
        <RecordTable key={selectedTour} nights={visibleNights} />
      )}
      {nights.length === HOUSE_RECORD_SHOWS && (
        <p className="-mt-4 text-dim text-sm">Last {HOUSE_RECORD_SHOWS} shows only.</p>
      )}
    </>
  );
}

function Players({ stats }: { stats: readonly HouseStats[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {HOUSE_PLAYERS.map((player) => (
        <li key={player} className="rounded-panel border border-rail bg-stage px-4.5 py-4">
          <h2 className="poster flex items-center gap-3 text-poster-sm">
            <HouseAvatar player={player} />
            {HOUSE_NAMES[player]}
          </h2>
          <p className="mt-3 text-dim text-sm">{HOUSE_DESCRIPTIONS[player]}</p>
          <Stats stats={stats.find((entry) => entry.player === player)} />
        </li>
      ))}
    </ul>
  );
}

function Stats({ stats }: { stats: HouseStats | undefined }) {
  if (!stats) return null;
  return (
    <dl className="mt-3.5 flex flex-wrap items-end gap-x-6 gap-y-2">
      <div>
        <dt className="label text-dim">Average</dt>
        <dd className="mt-1">
          <span className="poster text-poster-md">{stats.averageScore.toFixed(1)}</span>
        </dd>
      </div>
      <div>
        <dt className="label text-dim">Beaten by</dt>
        <dd className="mt-1">
          <span className="poster text-poster-md">{Math.round(100 * stats.beatenShare)}%</span>{' '}
          <span className="text-dim text-sm">of predictions</span>
        </dd>
      </div>
    </dl>
  );
}
