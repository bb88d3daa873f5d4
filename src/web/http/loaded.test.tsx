import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HttpError } from './http-error.ts';
import { Loaded } from './loaded.tsx';

const NOT_FOUND = new HttpError(404, '', { message: 'Show not found.' });

function renderLoaded(state: { data?: string; error?: Error | null }, notFound?: string) {
  const { data, error = null } = state;
  const query = {
    data,
    error,
    isLoadingError: error !== null && data === undefined,
    isFetching: false,
    refetch: () => Promise.reject(new Error('Unexpected refetch')),
  };
  return renderToStaticMarkup(
    <Loaded query={query} label="Loading the show" errorMessage="It failed." notFound={notFound}>
      {(name) => `Here is ${name}.`}
    </Loaded>,
  );
}

test('renders the data, or a skeleton while it loads', () => {
  expect(renderLoaded({ data: 'Ember' })).toBe('Here is Ember.');
  expect(renderLoaded({}, 'Nothing here.')).toContain('Loading the show');
});

test('renders `notFound` on 404, even after the data was shown', () => {
  expect(renderLoaded({ error: NOT_FOUND }, 'Nothing here.')).toBe('Nothing here.');
  expect(renderLoaded({ data: 'Ember', error: NOT_FOUND }, 'Nothing here.')).toBe('Nothing here.');
  expect(renderLoaded({ error: NOT_FOUND })).toContain('Show not found.');
});

test('renders any other error only if there is no data', () => {
  const error = new HttpError(500, '');
  expect(renderLoaded({ error }, 'Nothing here.')).toContain('It failed.');
  expect(renderLoaded({ data: 'Ember', error }, 'Nothing here.')).toBe('Here is Ember.');
});
