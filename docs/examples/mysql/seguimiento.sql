-- Una fila por venta en escrituración. Un paso que no se ha hecho va con fecha vacía: null o 0000-00-00.
select
  escrituras.venta as code,
  escrituras.financiera,
  escrituras.borrador as fecha_borrador,
  escrituras.firma_socio as fecha_firma_cli_i,
  escrituras.firma_vendedor as fecha_vendedor_i,
  escrituras.firma_alzante as fecha_alzamiento_i,
  escrituras.ingreso_banco as fecha_abogado_inst_i,
  escrituras.firma_banco as fecha_firma_finan_i,
  escrituras.cierre as fecha_copia_notaria_i,
  escrituras.ingreso_cbr as fecha_entre_cbr_i,
  escrituras.salida_cbr as fecha_real_cbr_i
from escrituras
join ventas on ventas.codigo = escrituras.venta
where ventas.anulada = 0
