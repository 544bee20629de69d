-- Counts the transactions that change the figures which members are told (docs/decisions/0071).
DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY[
    'sales', 'sale_views', 'sale_holders', 'sale_accesses', 'uf_values', 'own_holidays'
  ] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION count_change(%L)', source || '_figures', source, 'figures');
  END LOOP;
END $$;
