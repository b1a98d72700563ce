-- Who may see and change what. Works as superuser and as a plain owner with CREATEROLE, on PostgreSQL 15 to 18, also when another database of the
-- cluster made the roles already, or makes them at this moment (roles are shared; advisory locks are not).
DO $$
DECLARE
	wanted text;
	tries int;
	may_become boolean;
BEGIN
	FOREACH wanted IN ARRAY ARRAY['nightpost_app', 'nightpost_system'] LOOP
		tries := 0;
		LOOP
			BEGIN
				IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted) THEN
					EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
				END IF;
				IF current_setting('server_version_num')::int >= 160000 THEN
					may_become := pg_has_role(current_user, wanted, 'SET');
				ELSE
					may_become := pg_has_role(current_user, wanted, 'MEMBER');
				END IF;
				IF NOT may_become THEN
					EXECUTE format('GRANT %I TO %I', wanted, current_user);
				END IF;
				EXIT;
			EXCEPTION
				WHEN insufficient_privilege THEN
					RAISE EXCEPTION 'The role % belongs to somebody else in this cluster, or % may not make roles.', wanted, current_user
						USING HINT = format('As a superuser: CREATE ROLE %I NOLOGIN (if it is missing); GRANT %I TO %I;', wanted, wanted, current_user);
				-- Another database of the cluster did the same at this moment.
				WHEN duplicate_object OR unique_violation OR internal_error THEN
					tries := tries + 1;
					IF tries > 100 THEN
						RAISE;
					END IF;
					PERFORM pg_sleep(0.05);
			END;
		END LOOP;
	END LOOP;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO nightpost_app, nightpost_system;
--> statement-breakpoint
-- Instants pass between SQL and TypeScript as epoch milliseconds.
CREATE FUNCTION epoch_ms(timestamptz) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT round(extract(epoch FROM $1) * 1000)::float8';
--> statement-breakpoint
CREATE FUNCTION at_ms(float8) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT to_timestamp($1 / 1000)::timestamptz(3)';
--> statement-breakpoint
-- Before the tables are closed: once they are, not even their owner can insert.
INSERT INTO canary (workspace_id, note) VALUES ('00000000-0000-4000-8000-000000000000', 'seen by the system functions, hidden from the app');
--> statement-breakpoint
-- Tenant tables: every table with a workspace_id, and the workspaces themselves. The subselect makes it one evaluation a query; NULLIF because a setting
-- that was local to an earlier transaction is an empty text afterwards.
DO $$
DECLARE
	tenant record;
	mine text;
BEGIN
	FOR tenant IN
		SELECT c.relname AS name, a.attname AS owner
		FROM pg_catalog.pg_class c
		JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
			AND a.attname = CASE c.relname WHEN 'workspaces' THEN 'id' ELSE 'workspace_id' END
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
	LOOP
		mine := format('%I = (SELECT NULLIF(current_setting(''nightpost.workspace'', true), '''')::uuid)', tenant.owner);
		EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY', tenant.name);
		EXECUTE format('ALTER TABLE public.%I FORCE ROW LEVEL SECURITY', tenant.name);
		EXECUTE format('CREATE POLICY workspace ON public.%I TO nightpost_app USING (%s) WITH CHECK (%s)', tenant.name, mine, mine);
	END LOOP;
END
$$;
--> statement-breakpoint
-- The app's rights. Not here, on purpose: UPDATE and DELETE of publications and activity, DELETE of ledger rows, leases and runs.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO nightpost_app;
--> statement-breakpoint
GRANT INSERT ON
	users, sessions, accounts, verifications, rate_limits, workspaces, members, workspace_keys, activity, scheduler_ticks, connections, credentials, syncs,
	drafts, previews, publications, runs, leases, attempts, bookmarks, walks, pending, batches, ledger, record_rows, suppressions, tombstones,
	limiter_buckets, findings
TO nightpost_app;
--> statement-breakpoint
GRANT UPDATE ON
	users, sessions, accounts, verifications, rate_limits, workspaces, members, workspace_keys, scheduler_ticks, connections, syncs, drafts, previews, runs,
	leases, bookmarks, walks, pending, batches, ledger, record_rows, suppressions, limiter_buckets, findings
TO nightpost_app;
--> statement-breakpoint
GRANT DELETE ON
	users, sessions, accounts, verifications, rate_limits, members, workspace_keys, credentials, syncs, drafts, previews, pending, record_rows
TO nightpost_app;
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
	RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER publications_immutable BEFORE UPDATE OR DELETE ON publications FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER publications_never_emptied BEFORE TRUNCATE ON publications FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER activity_append_only BEFORE UPDATE OR DELETE ON activity FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER activity_never_emptied BEFORE TRUNCATE ON activity FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
