import { expect, test } from 'vitest';
import { errorMessage, HttpError, toHttpError } from './http-error.ts';

function createResponse(status: number, body: unknown, statusText = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, statusText });
}

test('joins status and body in the message', async () => {
  const error = await toHttpError(createResponse(418, 'short and stout'));
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ message: '418: short and stout', status: 418 });
});

test('uses the status text when the body is empty', async () => {
  const error = await toHttpError(createResponse(502, '', 'Bad Gateway'));
  expect(error.message).toBe('502: Bad Gateway');
  expect(error.serverMessage).toBeUndefined();
});

test("reads the server's message and issues from JSON", async () => {
  const issues = [{ path: 'email', message: 'Invalid email address' }];
  const body = { statusCode: 400, error: 'Bad Request', message: 'Not like this', issues };
  const error = await toHttpError(createResponse(400, body));
  expect(error.message).toBe(`400: ${JSON.stringify(body)}`);
  expect(error.serverMessage).toBe('Not like this');
  expect(error.issues).toEqual(issues);
});

test.each(['<html>502</html>', 'null', '[1]', '{"message":{"a":1},"issues":[null,{"path":1}]}'])(
  'ignores the unexpected body %j',
  async (body) => {
    const error = await toHttpError(createResponse(502, body));
    expect(error.serverMessage).toBeUndefined();
    expect(error.issues).toEqual([]);
  },
);

test("returns the server's message, or else the fallback", async () => {
  const conflict = await toHttpError(createResponse(409, { message: 'Taken already' }));
  expect(errorMessage(conflict, 'Failed')).toBe('Taken already');
  expect(errorMessage(await toHttpError(createResponse(502, 'x')), 'Failed')).toBe('Failed');
  expect(errorMessage(new TypeError('Failed to fetch'), 'Failed')).toBe('Failed');
});
