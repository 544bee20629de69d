-- Una fila por venta. Las columnas llevan los nombres de docs/accounting-export.md.
select
  v.codigo as code,
  proyecto.nombre as proyecto_descripcion,
  condominio.nombre as proyecto_descripcion_condominio,
  vendedor.nombre as vendedor_descripcion,
  v.precio_uf as precio_venta,
  v.aprobada as fecha_aprob_semi,
  v.completada as fecha_real,
  p0.tipo as propiedad_cod_tipo_descripcion,
  p0.lote as propiedad_lote,
  p0.modelo as propiedad_modelo,
  p1.tipo as propiedad1_cod_tipo_descripcion,
  p1.lote as propiedad1_lote,
  p1.modelo as propiedad1_modelo,
  p2.tipo as propiedad2_cod_tipo_descripcion,
  p2.lote as propiedad2_lote,
  p2.modelo as propiedad2_modelo,
  p3.tipo as propiedad3_cod_tipo_descripcion,
  p3.lote as propiedad3_lote,
  p3.modelo as propiedad3_modelo,
  p4.tipo as propiedad4_cod_tipo_descripcion,
  p4.lote as propiedad4_lote,
  p4.modelo as propiedad4_modelo,
  t.rut as cliente_rut,
  t.nombre_completo as cliente_nombre_completo,
  t.nombres as cliente_nombres,
  t.ciudad as cliente_ciudad_descripcion,
  t.comuna as cliente_comuna_descripcion,
  t.direccion as cliente_direccion,
  t.profesion as cliente_profesion,
  t.estado_civil as cliente_estado_civil_descripcion,
  t.empleador as cliente_empleador,
  t.fono as cliente_fono,
  t.correo as cliente_email,
  t.renta as cliente_renta,
  t.renta_variable as cliente_renta_variable,
  t.renta_arriendo as cliente_renta_arriendo,
  t.renta_promedio as cliente_renta_promedio,
  t.representante_legal as cliente_nombre_representante_legal,
  c.rut as clienteco_rut,
  c.nombre_completo as clienteco_nombre_completo,
  c.nombres as clienteco_nombres,
  c.ciudad as clienteco_ciudad_descripcion,
  c.comuna as clienteco_comuna_descripcion,
  c.direccion as clienteco_direccion,
  c.profesion as clienteco_profesion,
  c.estado_civil as clienteco_estado_civil_descripcion,
  c.empleador as clienteco_empleador,
  c.fono as clienteco_fono,
  c.correo as clienteco_email,
  c.renta as clienteco_renta,
  c.renta_variable as clienteco_renta_variable,
  c.renta_arriendo as clienteco_renta_arriendo,
  c.renta_promedio as clienteco_renta_promedio,
  c.representante_legal as clienteco_nombre_representante_legal
from ventas v
join condominios condominio on condominio.id = v.condominio_id
join proyectos proyecto on proyecto.id = condominio.proyecto_id
left join vendedores vendedor on vendedor.id = v.vendedor_id
join personas t on t.rut = v.titular
left join personas c on c.rut = v.cotitular
left join propiedades p0 on p0.venta = v.codigo and p0.orden = 0
left join propiedades p1 on p1.venta = v.codigo and p1.orden = 1
left join propiedades p2 on p2.venta = v.codigo and p2.orden = 2
left join propiedades p3 on p3.venta = v.codigo and p3.orden = 3
left join propiedades p4 on p4.venta = v.codigo and p4.orden = 4
where v.anulada = 0
