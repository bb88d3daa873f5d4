import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HttpError } from './http-error.ts';
import { Loaded } from './loaded.tsx';

const GONE = new HttpError(404, '', { message: 'Show not found.' });

function shown(state: { data?: string; error?: Error | null }, notFound?: string) {
  const { data, error = null } = state;
  const query = {
    data,
    error,
    isLoadingError: error !== null && data === undefined,
    isFetching: false,
    refetch: () => Promise.reject(new Error('Nobody asked')),
  };
  return renderToStaticMarkup(
    <Loaded query={query} label="Loading the show" failed="It failed." notFound={notFound}>
      {(name) => `Here is ${name}.`}
    </Loaded>,
  );
}

test('what was read, and what is waited for', () => {
  expect(shown({ data: 'Ember' })).toBe('Here is Ember.');
  expect(shown({}, 'Nothing here.')).toContain('Loading the show');
});

test('what is not found has words of its own, also once it is gone under the reader’s eyes', () => {
  expect(shown({ error: GONE }, 'Nothing here.')).toBe('Nothing here.');
  expect(shown({ data: 'Ember', error: GONE }, 'Nothing here.')).toBe('Nothing here.');
  expect(shown({ error: GONE })).toContain('Show not found.');
});

test('any other failure is told, unless something is shown already', () => {
  const error = new HttpError(500, '');
  expect(shown({ error }, 'Nothing here.')).toContain('It failed.');
  expect(shown({ data: 'Ember', error }, 'Nothing here.')).toBe('Here is Ember.');
});
