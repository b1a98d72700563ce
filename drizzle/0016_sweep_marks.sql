-- The function of migration 15 marks sweeps as nightpost_system, which no policy let touch a sync's row: it marked none. What it may write, its column grant says.
CREATE POLICY system_marks ON "syncs" FOR UPDATE TO nightpost_system USING (true) WITH CHECK (true);
