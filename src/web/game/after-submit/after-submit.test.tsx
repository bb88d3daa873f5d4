import { act, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { getCredentials } from '#contract/account-links.ts';
import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSetting,
} from '#contract/notifications.ts';
import { paths } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { addPushSubscription } from '#contract/push.ts';
import {
  EVERY_NOTIFICATION,
  FAN,
  samplePrediction,
  sampleShow,
} from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';

const PREDICTION = samplePrediction(sampleShow(30), [1, 2]);
const WITHOUT_REMINDER: NotificationSettings = {
  ...EVERY_NOTIFICATION,
  mail: { ...EVERY_NOTIFICATION.mail, reminder: false },
  push: { ...EVERY_NOTIFICATION.push, reminder: false },
};

type Settings = { settings?: NotificationSettings; canMail?: boolean };

async function openAfterSubmit({ settings = WITHOUT_REMINDER, canMail = true }: Settings = {}) {
  const site = createTestSite();
  site.respond(listMyPredictions, [PREDICTION]);
  site.respond(getNotificationSettings, settings);
  site.respond(getCredentials, { isEmailVerified: canMail, sendsMail: canMail, passkeys: [] });
  await site.openWithFrame(paths.myPredictions(), FAN);
  expect(findOffer()).toBeNull();
  const state = { submittedId: PREDICTION.id };
  await act(async () => navigate(paths.myPredictions(), { replace: true, state }));
  await vi.waitFor(() => expect(site.listCalls(getNotificationSettings)).toHaveLength(1));
  return site;
}

const findOffer = () => screen.queryByRole('region', { name: 'After your submission' });
const findButton = (name: string) => screen.findByRole('button', { name });

test('offers the link and the reminder until it is dismissed', async () => {
  const { user } = await openAfterSubmit();
  const offer = within(findOffer() as HTMLElement);
  const link = offer.getByRole('link', { name: 'Share it' });
  expect(link.getAttribute('href')).toBe(paths.share({ prediction: PREDICTION.id }));
  await findButton('Remind me');
  await user.click(offer.getByRole('button', { name: 'Dismiss' }));
  expect(findOffer()).toBeNull();
  expect(history.state).toBeNull();
});

test('turns on the reminder by email if the device cannot show notifications', async () => {
  const { user, respond, listCalls, expectToast } = await openAfterSubmit();
  respond(updateNotificationSetting, EVERY_NOTIFICATION, 'notices');
  respond(getNotificationSettings, EVERY_NOTIFICATION);
  await user.click(await findButton('Remind me'));
  await expectToast(
    'Reminder on',
    "We'll remind you 5 hours before predictions lock if you haven't made one.",
  );
  const [call] = listCalls(updateNotificationSetting);
  expect(call?.body).toEqual({ channel: 'mail', kind: 'reminder', isWanted: true });
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Remind me' })).toBeNull());
});

test.each<[string, Settings]>([
  ['is already on', { settings: EVERY_NOTIFICATION }],
  ['cannot be sent', { canMail: false }],
])('does not offer a reminder that %s', async (_, settings) => {
  const { cache, listCalls } = await openAfterSubmit(settings);
  await vi.waitFor(() => expect(listCalls(getNotificationSettings)).toHaveLength(1));
  await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
  await act(async () => {});
  screen.getByRole('link', { name: 'Share it' });
  expect(screen.queryByRole('button', { name: 'Remind me' })).toBeNull();
});

function stubPush(permission: NotificationPermission) {
  const endpoint = 'https://fcm.googleapis.com/marigold';
  const subscription = { toJSON: () => ({ endpoint, keys: { p256dh: 'BPk', auth: 'aa' } }) };
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { requestPermission: async () => permission });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => undefined,
      addEventListener() {},
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  return endpoint;
}

test('turns on the reminder on a device that may show notifications', async () => {
  const endpoint = stubPush('granted');
  const { user, respond, listCalls, expectToast } = await openAfterSubmit();
  respond(addPushSubscription, undefined);
  respond(updateNotificationSetting, EVERY_NOTIFICATION, 'notices');
  await user.click(await findButton('Remind me'));
  await expectToast(
    'Reminder on',
    "We'll remind you 5 hours before predictions lock if you haven't made one.",
  );
  expect(listCalls(addPushSubscription)[0]?.body).toMatchObject({ endpoint });
  const [call] = listCalls(updateNotificationSetting);
  expect(call?.body).toEqual({ channel: 'push', kind: 'reminder', isWanted: true });
});

test('explains that the browser blocks notifications', async () => {
  stubPush('denied');
  const { user, expectToast, listCalls } = await openAfterSubmit({ canMail: false });
  await user.click(await findButton('Remind me'));
  await expectToast(
    "Couldn't turn on the reminder",
    "Allow notifications in your browser's settings, or verify your email in Settings.",
  );
  expect(listCalls(updateNotificationSetting)).toEqual([]);
});
