import { expect, test } from 'vitest';
import { HttpError, httpErrorOf, sentenceOf } from './http-error.ts';

function answer(status: number, body: unknown, statusText = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, statusText });
}

test('joins status and body in the message', async () => {
  const error = await httpErrorOf(answer(418, 'short and stout'));
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ message: '418: short and stout', status: 418 });
});

test('uses the status text when the body is empty', async () => {
  const error = await httpErrorOf(answer(502, '', 'Bad Gateway'));
  expect(error.message).toBe('502: Bad Gateway');
  expect(error.sentence).toBeUndefined();
});

test("reads the server's message and issues from JSON", async () => {
  const issues = [{ path: 'email', message: 'Invalid email address' }];
  const body = { statusCode: 400, error: 'Bad Request', message: 'Not like this', issues };
  const error = await httpErrorOf(answer(400, body));
  expect(error.message).toBe(`400: ${JSON.stringify(body)}`);
  expect(error.sentence).toBe('Not like this');
  expect(error.issues).toEqual(issues);
});

test.each(['<html>502</html>', 'null', '[1]', '{"message":{"a":1},"issues":[null,{"path":1}]}'])(
  'ignores the unexpected body %j',
  async (body) => {
    const error = await httpErrorOf(answer(502, body));
    expect(error.sentence).toBeUndefined();
    expect(error.issues).toEqual([]);
  },
);

test("returns the server's message, or else the fallback", async () => {
  const known = await httpErrorOf(answer(409, { message: 'Taken already' }));
  expect(sentenceOf(known, 'Failed')).toBe('Taken already');
  expect(sentenceOf(await httpErrorOf(answer(502, 'x')), 'Failed')).toBe('Failed');
  expect(sentenceOf(new TypeError('Failed to fetch'), 'Failed')).toBe('Failed');
});
