-- Una fila: hasta qué instante son ciertos los datos, y cuántas ventas vienen (puede faltar).
-- Una fecha sin zona es la hora de Chile; con «Z» es la hora universal, en cualquier servidor.
select
  date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ') as corte,
  (select count(*) from ventas where anulada = 0) as ventas
