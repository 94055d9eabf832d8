import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Creates the tables for accounts, sessions, emails and counters. Adds the account and the fair-queue rank to
 * compressions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table accounts (
    id text primary key,
    -- As it was typed, and as it is compared.
    email text not null,
    email_key text not null unique,
    email_verified_at timestamptz(3),
    first_name text not null,
    last_name text not null,
    password_hash text not null,
    preferred_language text not null,
    plan text not null default 'free' check (plan in ('free', 'pro')),
    created_at timestamptz(3) not null default clock_timestamp()
  )`,
  `create table sessions (
    id text primary key,
    account_id text not null references accounts on delete cascade,
    created_at timestamptz(3) not null default clock_timestamp(),
    expires_at timestamptz(3) not null
  )`,
  'create index sessions_by_account on sessions (account_id)',
  'create index sessions_expiry on sessions (expires_at)',
  // Contains only hashes of the tokens in emailed links.
  `create table mail_tokens (
    hash text primary key,
    account_id text not null references accounts on delete cascade,
    purpose text not null check (purpose in ('reset', 'verify')),
    email text not null,
    expires_at timestamptz(3) not null
  )`,
  'create index mail_tokens_by_account on mail_tokens (account_id)',
  'create index mail_tokens_expiry on mail_tokens (expires_at)',
  // Contains emails to be sent. A row is deleted once its email has been sent.
  `create table mails (
    id text primary key,
    kind text not null,
    account_id text references accounts on delete cascade,
    email text not null,
    first_name text not null,
    language text not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz(3) not null default clock_timestamp(),
    created_at timestamptz(3) not null default clock_timestamp()
  )`,
  'create index mails_due on mails (next_attempt_at)',
  // Contains the counters of all limits, by subject, kind and window.
  `create table counters (
    subject text not null,
    kind text not null,
    window_starts_at timestamptz(3) not null,
    used integer not null check (used >= 0),
    allowance integer not null,
    primary key (subject, kind, window_starts_at)
  )`,
  'create index counters_age on counters (window_starts_at)',
  // Records which visitor logged in to which account, so that the visitor's compressions also belong to the member.
  `create table visitor_links (
    visitor_id text primary key,
    account_id text not null references accounts on delete cascade,
    linked_at timestamptz(3) not null
  )`,
  'create index visitor_links_by_account on visitor_links (account_id)',
  `alter table compressions
    add column account_id text references accounts,
    add column tier text not null default 'visitor' check (tier in ('pro', 'member', 'visitor')),
    add column fair_key text not null default '',
    add column rank integer not null default 0,
    -- Whose counters of which day this compression is part of; a failure gives it back.
    add column quota_window timestamptz(3),
    add column quota_subjects text[] not null default '{}'`,
  `create index compressions_by_account on compressions (account_id, created_at desc, id desc)
    where account_id is not null`,
  `create index compressions_turns on compressions (tier, rank) where status = 'pending'`,
  `create index compressions_own_turns on compressions (tier, fair_key, rank) where status = 'pending'`,
];
