import { expect, it } from 'vitest';
import { isPushService } from './push.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QABC',
  'https://wns2-by3p.notify.windows.com/w/?token=abc',
])('accepts the push service %s', (url) => {
  expect(isPushService(url)).toBe(true);
});

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com@127.0.0.1/abc',
  'https://user@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.example.org/abc',
  'https://evilfcm.googleapis.com/abc',
  'https://127.0.0.1/fcm.googleapis.com/abc',
  'https://127.0.0.1\\@fcm.googleapis.com/abc',
  'https://localhost/#.push.apple.com/',
  'https://10.0.0.1/?.push.apple.com/',
  'https://[::1]/abc',
  'file:///etc/passwd',
  'nothing',
])('rejects %s', (url) => {
  expect(isPushService(url)).toBe(false);
});
