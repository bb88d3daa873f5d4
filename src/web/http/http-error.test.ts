import { expect, test } from 'vitest';
import { HttpError, httpErrorOf, sentenceOf } from './http-error.ts';

function answer(status: number, body: unknown, statusText = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, statusText });
}

test('the message is the status, a colon and the body', async () => {
  const error = await httpErrorOf(answer(418, 'short and stout'));
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ message: '418: short and stout', status: 418 });
});

test('an empty body gives way to the status text', async () => {
  const error = await httpErrorOf(answer(502, '', 'Bad Gateway'));
  expect(error.message).toBe('502: Bad Gateway');
  expect(error.sentence).toBeUndefined();
});

test("the server's sentence and issues are taken from its JSON", async () => {
  const issues = [{ path: 'email', message: 'Invalid email address' }];
  const body = { statusCode: 400, error: 'Bad Request', message: 'Not like this', issues };
  const error = await httpErrorOf(answer(400, body));
  expect(error.message).toBe(`400: ${JSON.stringify(body)}`);
  expect(error.sentence).toBe('Not like this');
  expect(error.issues).toEqual(issues);
});

test.each(['<html>502</html>', 'null', '[1]', '{"message":{"a":1},"issues":[null,{"path":1}]}'])(
  'a foreign body %j breaks nothing',
  async (body) => {
    const error = await httpErrorOf(answer(502, body));
    expect(error.sentence).toBeUndefined();
    expect(error.issues).toEqual([]);
  },
);

test('a toast says the sentence, or the fallback where there is none', async () => {
  const known = await httpErrorOf(answer(409, { message: 'Taken already' }));
  expect(sentenceOf(known, 'Failed')).toBe('Taken already');
  expect(sentenceOf(await httpErrorOf(answer(502, 'x')), 'Failed')).toBe('Failed');
  expect(sentenceOf(new TypeError('Failed to fetch'), 'Failed')).toBe('Failed');
});
