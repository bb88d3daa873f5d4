import { expect, test } from 'vitest';
import { findInsecureConnections, isThisMachine } from './insecure-connections.ts';

test.each([
  ['127.0.0.1', true],
  ['127.9.0.3', true],
  ['[::1]', true],
  ['LOCALHOST', true],
  ['localhost.example.org', false],
  ['10.0.0.1', false],
  ['[::2]', false],
  ['postgres', false],
])('recognizes %s as this machine: %s', (host, isLocal) => {
  expect(isThisMachine(host)).toBe(isLocal);
});

const check = (databaseUrl?: string, redisUrl?: string) =>
  findInsecureConnections({ databaseUrl, redisUrl });

test.each([
  'postgres://a:b@db.example.org:5432/c',
  'postgres://a:b@203.0.113.7/c',
  'postgres://a:b@[2001:db8::1]/c',
  'postgres://a:b@db.example.org/c?sslmode=disable',
])('reports %s as insecure', (url) => {
  expect(check(url)).toEqual(['DATABASE_URL']);
});

test.each([
  'postgres://a:b@db.example.org/c?sslmode=verify-full',
  'postgres://a:b@127.0.0.1/c',
  'postgres://a:b@postgres:5432/c',
  'postgres://a:b@db.internal/c',
  'postgres://a:b@10.1.2.3/c',
  'postgres://a:b@172.31.0.1/c',
  'postgres://a:b@[fd00::1]/c',
  'postgres:///c?host=/run/postgresql',
])('accepts %s', (url) => {
  expect(check(url)).toEqual([]);
});

test('reports Redis without TLS outside the private network', () => {
  expect(check(undefined, 'redis://cache.example.org:6379')).toEqual(['REDIS_URL']);
  for (const url of ['rediss://cache.example.org', 'redis://valkey:6379', 'redis://127.0.0.1'])
    expect(check(undefined, url)).toEqual([]);
  expect(check()).toEqual([]);
});
