import { expect, test } from 'vitest';
import { describeMyState, type MyState, type ShowSituation } from './describe-my-state.ts';

const song = { id: 'song', title: 'Song', album: null, position: 1 };
const prediction = { id: 'mine', songs: Array.from({ length: 18 }, () => song) };

const OPEN: ShowSituation = {
  show: { id: 'tonight', status: 'open' },
  isOpen: true,
  hasStarted: false,
  isNewcomer: false,
  prediction: undefined,
  draftCount: 0,
  isQueued: false,
  nextOpenId: 'tomorrow',
};
const LOCKED = { ...OPEN, isOpen: false };
const EDIT = '/game?show=tonight&edit=mine';
const MY_PREDICTIONS = '/my-predictions?show=tonight';
const NEXT = '/game?show=tomorrow';

test.each<{
  name: string;
  situation: ShowSituation;
  text: string;
  label: string;
  href: string;
  until: MyState['countsDownTo'];
}>([
  {
    name: 'an open show',
    situation: OPEN,
    text: 'No prediction yet',
    label: 'Predict',
    href: '/game?show=tonight',
    until: 'lock',
  },
  {
    name: "a newcomer's open show",
    situation: { ...OPEN, isNewcomer: true },
    text: '',
    label: 'Predict',
    href: '/game?show=tonight',
    until: 'lock',
  },
  {
    name: 'a draft',
    situation: { ...OPEN, draftCount: 7 },
    text: 'Draft of 7 songs not sent',
    label: 'Finish my draft',
    href: '/game?show=tonight',
    until: 'lock',
  },
  {
    name: 'a changed prediction',
    situation: { ...OPEN, prediction, draftCount: 1 },
    text: 'Draft of 1 song not sent',
    label: 'Finish my draft',
    href: EDIT,
    until: 'lock',
  },
  {
    name: 'a draft submitted offline',
    situation: { ...OPEN, draftCount: 7, isQueued: true },
    text: "Your 7 songs will be sent when you're back online",
    label: 'Change prediction',
    href: '/game?show=tonight',
    until: 'lock',
  },
  {
    name: 'a prediction',
    situation: { ...OPEN, prediction },
    text: 'You predicted 18 songs',
    label: 'Change prediction',
    href: EDIT,
    until: 'start',
  },
  {
    name: 'a locked prediction',
    situation: { ...LOCKED, prediction },
    text: 'You predicted 18 songs · locked',
    label: 'See my prediction',
    href: MY_PREDICTIONS,
    until: 'start',
  },
  {
    name: 'a missed lock',
    situation: LOCKED,
    text: 'Predictions are closed for this show',
    label: 'Predict the next show',
    href: NEXT,
    until: 'start',
  },
  {
    name: 'a draft that missed the lock',
    situation: { ...LOCKED, draftCount: 7 },
    text: 'Draft of 7 songs not sent before predictions locked',
    label: 'Predict the next show',
    href: NEXT,
    until: 'start',
  },
  {
    name: 'a show past its start',
    situation: { ...LOCKED, hasStarted: true, prediction },
    text: 'You predicted 18 songs · show starting soon',
    label: 'See my prediction',
    href: MY_PREDICTIONS,
    until: null,
  },
  {
    name: 'a postponed show',
    situation: { ...LOCKED, show: { id: 'tonight', status: 'postponed' }, prediction },
    text: 'You predicted 18 songs',
    label: 'See my prediction',
    href: MY_PREDICTIONS,
    until: null,
  },
  {
    name: 'a cancelled show',
    situation: { ...LOCKED, show: { id: 'tonight', status: 'cancelled' } },
    text: 'Predictions are closed for this show',
    label: 'Predict the next show',
    href: NEXT,
    until: null,
  },
])('describes $name', ({ situation, text, label, href, until }) => {
  const state = describeMyState(situation);
  expect(state).toMatchObject({ text, action: { label, href }, countsDownTo: until });
});

test('shows the time until the lock only next to an open prediction', () => {
  const shown = [{ ...OPEN, prediction }, OPEN, { ...LOCKED, prediction }].map(
    (situation) => describeMyState(situation).showsLock,
  );
  expect(shown).toEqual([true, false, false]);
});

test('has no action after a missed lock without another open show', () => {
  expect(describeMyState({ ...LOCKED, nextOpenId: undefined }).action).toBeNull();
});
