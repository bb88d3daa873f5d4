import { formatCommand } from '#server/command-name.ts';
import { createEvaluator, type Evaluation } from '#server/odds/model/evaluation.ts';
import { type Forecaster, walkForward } from '#server/odds/model/walk-forward.ts';
import { readArguments } from './read-arguments.ts';
import { readPlayedShows } from './read-played-shows.ts';

const USAGE = `Usage: ${formatCommand('odds', 'FILE')} [--last N] [--json]

Forecasts each of an archive's last N shows (default 200) from earlier shows only, and compares the forecasts
with three baselines. FILE has one JSON object per line, gzip or plain. --json prints
the model's evaluation as one line.`;

async function main(): Promise<void> {
  const args = readArguments(USAGE, {
    min: 1,
    options: {
      last: { type: 'string', default: '200' },
      json: { type: 'boolean', default: false },
    },
  });
  if (!args) return;
  const { values, positionals } = args;
  const [file] = positionals;
  const showCount = Number(values.last);
  if (!file || !Number.isInteger(showCount) || showCount < 1) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const shows = await readPlayedShows(file);
  if (shows.length < 2) throw new Error(`${file} has fewer than two shows with songs.`);
  const evaluations = new Map<Forecaster, ReturnType<typeof createEvaluator>>();
  const startedAt = Date.now();
  for (const { show, forecasts } of walkForward(shows, showCount))
    for (const forecaster of Object.keys(forecasts) as Forecaster[]) {
      const evaluation = evaluations.get(forecaster) ?? createEvaluator();
      evaluations.set(forecaster, evaluation);
      evaluation.add(forecasts[forecaster], show);
    }
  const model = evaluations.get('the model')?.summary();
  if (values.json) {
    console.log(JSON.stringify(model, round));
    return;
  }
  console.log(
    `${model?.shows} of ${shows.length} shows, in ${formatSeconds(Date.now() - startedAt)} s\n`,
  );
  console.log([...HEADINGS, 'forecast by'].map(formatCell).join(''));
  for (const [forecaster, evaluation] of evaluations)
    console.log(`${formatRow(evaluation.summary()).map(formatCell).join('')}   ${forecaster}`);
}

const HEADINGS = ['p10', 'p25', 'r25', 'points', 'next5', 'next20', 'ece'] as const;

function formatRow(evaluation: Evaluation): string[] {
  return HEADINGS.map((name) => evaluation[name].toFixed(name === 'points' ? 1 : 3));
}

function formatCell(text: string): string {
  return text === 'forecast by' ? `   ${text}` : text.padStart(8);
}

function round(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(4)) : value;
}

function formatSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
