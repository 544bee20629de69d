-- One sign may fold into many (some ligatures into eighteen), and an index holds no row of more than
-- 2704 bytes: nobody searches further into a name or an e-mail than this.
CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN left(lower(regexp_replace(
  regexp_replace(normalize(value, NFKD), '[\u0300-\u036F]', '', 'g'), '\s+', ' ', 'g') COLLATE "C"), 310);
