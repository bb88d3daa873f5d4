import { ACHIEVEMENTS } from '#contract/achievements.ts';
import type { Achievement, Fan } from '#contract/fans.ts';
import { RankMedal } from '#web/board/board-row.tsx';
import { shortDate } from '#web/time/venue-time.ts';
import { Check } from '#web/ui/icons.ts';
import { Panel } from '#web/ui/panel.tsx';
import { countMedals } from './count-medals.ts';

export function Achievements({ fan }: { fan: Fan }) {
  const medals = countMedals(fan.results);
  if (medals.length === 0 && fan.achievements.length === 0) return null;
  return (
    <Panel title="Medals and Achievements">
      {medals.length > 0 && (
        <ul className="flex flex-wrap gap-x-7 gap-y-3 px-4.5 pb-4.5">
          {medals.map(({ rank, label, count }) => (
            <li key={rank} className="flex items-center gap-2">
              <RankMedal rank={rank} />
              <span className="poster text-poster-sm">{count}</span>
              <span className="text-dim text-sm">{label}</span>
            </li>
          ))}
        </ul>
      )}
      <ul>
        {fan.achievements.map((achievement) => (
          <AchievementRow key={achievement.name} achievement={achievement} fan={fan} />
        ))}
      </ul>
    </Panel>
  );
}

type AchievementRowProps = { achievement: Achievement; fan: Fan };

function AchievementRow({ achievement, fan }: AchievementRowProps) {
  const { name, rule } = ACHIEVEMENTS[achievement.name];
  const show = fan.results.find((result) => result.show.id === achievement.showId)?.show;
  return (
    <li className="flex items-start gap-3 border-rail/60 border-t px-4.5 py-3">
      <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-exact-on-hall" />
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{name}</span>
        <span className="block text-dim text-sm">{rule}</span>
        {show && (
          <span className="wrap-anywhere block text-dim text-sm">
            {achievement.times > 1 ? `${achievement.times} times, first at ` : ''}
            <bdi>{show.name}</bdi>, {shortDate(show.date, show.timeZone)}
          </span>
        )}
      </span>
    </li>
  );
}
