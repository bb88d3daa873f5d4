/** @jsxRuntime automatic */
import { formatSeal, type ScoredRow, type SharedCard, scoringLegend } from '#contract/scorecard.ts';

export function CardRows({ card }: { card: SharedCard }) {
  if (card.stage === 'sealed') return <Sealed card={card} />;
  const scoredRows = card.rows.filter((row): row is ScoredRow => row.score !== null);
  return scoredRows.length > 0 ? (
    <Breakdown card={card} rows={scoredRows} />
  ) : (
    <Picks card={card} />
  );
}

/** Always shows the same number of lines, because the number of songs is secret too. */
function Sealed({ card }: { card: SharedCard }) {
  const { title, opensText } = formatSeal(card);
  return (
    <>
      <div className="sealed">
        {Array.from({ length: 14 }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are static.
          <i key={line} />
        ))}
        <p>
          <b>{title}</b>
          {opensText}
        </p>
      </div>
      <p className="note">The songs stay secret until predictions lock.</p>
    </>
  );
}

const TWO_COLUMNS_FROM = 9;

function Picks({ card: { rows, stage } }: { card: SharedCard }) {
  const hasTwoColumns = rows.length >= TWO_COLUMNS_FROM;
  return (
    <>
      <ol
        className={hasTwoColumns ? `picks two r${Math.ceil(rows.length / 2)}` : 'picks'}
        aria-label="Predicted songs"
      >
        {rows.map(({ position, title }) => (
          <li key={position}>
            <span className="no">{position}</span>
            <bdi className="title">{title}</bdi>
          </li>
        ))}
      </ol>
      <p className="note">
        {stage === 'unscored'
          ? 'Not scored yet.'
          : 'Nothing played yet. Points start with the first song.'}
      </p>
    </>
  );
}

function Breakdown({ card, rows }: { card: SharedCard; rows: readonly ScoredRow[] }) {
  return (
    <>
      <table>
        <caption className="sr">Score Breakdown</caption>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Pick</th>
            <th scope="col" className="wide">
              Actual
            </th>
            <th scope="col" className="wide">
              Result
            </th>
            <th scope="col">Pts</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ position, title, score: { points, tone, reason, actual } }) => (
            <tr key={position}>
              <td className="no">{position}</td>
              <td className="title">
                <bdi>{title}</bdi>
              </td>
              <td className="actual wide">{actual === null ? '–' : <bdi>{actual}</bdi>}</td>
              <td className="actual wide">{reason}</td>
              <td>
                <span className={`stamp ${tone}`}>
                  {reason === 'Not played yet' ? '–' : points}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="legend" aria-label="Scoring">
        {scoringLegend(card.show).map(({ tone, points, text }) => (
          <li key={text}>
            <span className={`stamp ${tone}`}>{points}</span>
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}
