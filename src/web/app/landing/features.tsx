import { BarChart3, ListMusic, type LucideIcon, MessagesSquare, Stamp } from 'lucide-react';

export function Features() {
  return (
    <section aria-labelledby="features" className="grid gap-8">
      <h2 id="features" className="poster text-poster-lg">
        One night, one sheet, one winner
      </h2>
      <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {FEATURES.map(({ title, text, Icon }) => (
          <li key={title} className="grid content-start gap-3 border-text border-t-2 pt-5">
            <Icon aria-hidden className="size-6 text-dim" />
            <h3 className="poster text-poster-sm">{title}</h3>
            <p className="text-dim">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const FEATURES: { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'Predict Setlists',
    text: 'Put the show in order, from the opener to the last encore. Change your mind until an hour before it starts.',
    Icon: ListMusic,
  },
  {
    title: 'Earn Points',
    text: 'Every song is stamped as it is played, and the standings move while the band is still on stage.',
    Icon: Stamp,
  },
  {
    title: 'Join Community',
    text: 'Argue about tonight, last night and that one version with people who were there.',
    Icon: MessagesSquare,
  },
  {
    title: 'Track Stats',
    text: 'See how your calls have held up, and what the band has been playing lately.',
    Icon: BarChart3,
  },
];
