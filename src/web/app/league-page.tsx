import { LeagueView } from '#web/leagues/league-view.tsx';
import { LeagueTalk } from './league-talk/league-talk.tsx';

export default function LeaguePage() {
  return <LeagueView renderTalk={(league, isOwner) => <LeagueTalk {...{ league, isOwner }} />} />;
}
