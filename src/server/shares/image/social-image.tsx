/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import type { Tone } from '#contract/scorecard.ts';
import { POINTS } from '#contract/scoring.ts';
import { colorOf } from '../../pages/colors.ts';
import { POSTER } from './fonts.ts';
import { Box, Column, Hall, Paper, RuleBelow, Text } from './parts.tsx';
import { toRenderableText } from './renderable-text.ts';
import { Stamp } from './rows.tsx';

export interface SocialImageContent {
  productName: string;
  bandName: string;
  gameTagline: string;
  lamp: string;
}

type SocialImageProps = { content: SocialImageContent; width: number; height: number };

export function SocialImage({ content, width, height }: SocialImageProps) {
  const { lamp } = content;
  const bandName = toRenderableText(content.bandName);
  return (
    <Hall {...{ width, height }} light={`74% 0%, ${lamp}4d, ${lamp}00 60%`} color={colorOf('text')}>
      <Column
        style={{
          position: 'absolute',
          left: 64,
          top: 0,
          width: NAME_WIDTH,
          height,
          justifyContent: 'center',
        }}
      >
        <Text style={{ fontSize: 34, fontWeight: 600, color: colorOf('dim') }}>
          {toRenderableText(content.productName)}
        </Text>
        <Text
          style={{
            marginTop: 14,
            fontFamily: POSTER,
            fontWeight: 900,
            fontSize: fitName(bandName),
            lineHeight: 0.95,
            color: lamp,
          }}
          lines={3}
        >
          {bandName}
        </Text>
        <Text style={{ marginTop: 26, fontSize: 34, lineHeight: 1.25 }} lines={3}>
          {toRenderableText(content.gameTagline)}
        </Text>
      </Column>
      <SampleSheet />
    </Hall>
  );
}

const NAME_WIDTH = 580;

function fitName(name: string): number {
  const longestWord = Math.max(...name.split(' ').map(({ length }) => length));
  const fitting = Math.min(
    NAME_WIDTH / (longestWord * 0.47),
    (NAME_WIDTH * 2.6) / (name.length * 0.47),
  );
  return Math.max(Math.min(fitting, 120), 34);
}

const SAMPLE_ROWS: readonly { text: string; tone: Tone; points: number }[] = [
  { text: 'The opener', tone: 'special', points: POINTS.Opener },
  { text: 'Right spot', tone: 'exact', points: POINTS['Correct spot'] },
  { text: 'Wrong spot', tone: 'elsewhere', points: POINTS['Wrong spot'] },
  { text: 'The closer', tone: 'special', points: POINTS.Closer },
];

function SampleSheet() {
  return (
    <Paper
      style={{
        left: 690,
        top: 92,
        width: 450,
        height: 476,
        padding: '30px 40px 0',
        color: colorOf('ink'),
        transform: 'rotate(2.5deg)',
      }}
    >
      {SAMPLE_ROWS.map(({ text, tone, points }, index) => (
        <Box
          key={text}
          style={{ height: 102, alignItems: 'center', position: 'relative', fontFamily: POSTER }}
        >
          <Text style={{ width: 290, fontWeight: 700, fontSize: 50 }}>{text}</Text>
          <Box style={{ width: 80, justifyContent: 'flex-end' }}>
            <Stamp tone={tone} points={points} scale={1.5} />
          </Box>
          {index < SAMPLE_ROWS.length - 1 && <RuleBelow height={2} color={colorOf('rule')} />}
        </Box>
      ))}
    </Paper>
  );
}
